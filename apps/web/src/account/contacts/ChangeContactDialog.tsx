import type { SubmitEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ContactField } from '../contact-field/ContactField.tsx'
import { CodeEntry } from '../verify-code/CodeEntry.tsx'
import type { ContactKind } from './contact-kind.ts'
import { useChangeContact } from './use-change-contact.ts'

type Flow = ReturnType<typeof useChangeContact>

export function ChangeContactDialog({
  kind,
  isNew,
  onClose,
}: {
  kind: ContactKind
  isNew: boolean
  onClose: () => void
}) {
  const t = useTexts()
  const flow = useChangeContact(kind, { isNew, onDone: onClose })
  const { step } = flow
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={
        step.name === 'conflict'
          ? t('contacts.conflict.title')
          : t(`contacts.${kind}.${isNew ? 'add' : 'change'}`)
      }
      {...(step.name === 'conflict'
        ? { description: t('contacts.conflict.text', { contact: flow.shown }) }
        : {})}
      closeLabel={t('app.close')}
    >
      {step.name === 'contact' ? <ContactStep flow={flow} kind={kind} /> : null}
      {step.name === 'code' ? (
        <div className="flex flex-col gap-1">
          <CodeEntry
            intro={t('verify.subtitle', { contact: flow.shown })}
            sentAtMs={step.sentAtMs}
            isBusy={flow.isBusy}
            problem={flow.problem}
            onChange={flow.clear}
            onShort={() => flow.fail('verify.code.short')}
            onCode={flow.verify}
            onResend={async () => flow.send()}
          />
          <Button
            look="plain"
            size="small"
            className="min-h-9 self-center"
            onClick={flow.startAgain}
          >
            {t('contacts.back')}
          </Button>
        </div>
      ) : null}
      {step.name === 'conflict' ? <ConflictStep flow={flow} /> : null}
    </Dialog>
  )
}

function ContactStep({ flow, kind }: { flow: Flow; kind: ContactKind }) {
  const t = useTexts()
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void flow.submitContact()
      }}
      className="flex flex-col gap-5"
    >
      <ContactField
        label={t(`contacts.${kind}.new`)}
        kinds={[kind]}
        autoFocus
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        inputMode={kind === 'email' ? 'email' : 'tel'}
        draft={flow.draft}
        onDraft={flow.setDraft}
        error={flow.problem}
      />
      <Button type="submit" size="large" busy={flow.isBusy}>
        {t('sudo.code.send')}
      </Button>
    </form>
  )
}

/** The three rules of a contact that another account has, in words. */
function ConflictStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        flow.decide()
      }}
      className="flex flex-col gap-5"
    >
      <ChoiceCards
        label={t('contacts.conflict.choice')}
        value={flow.rule}
        onChoose={flow.setRule}
        choices={[
          {
            value: 'DEFAULT',
            label: t('contacts.conflict.keep'),
            text: t('contacts.conflict.keep.text'),
          },
          {
            value: 'TRANSFER',
            label: t('contacts.conflict.move'),
            text: t('contacts.conflict.move.text'),
          },
          {
            value: 'DELETE_ACCOUNT_TRANSFER',
            label: t('contacts.conflict.delete'),
            text: t('contacts.conflict.delete.text'),
          },
        ]}
      />
      <Problem>{flow.problem}</Problem>
      <Button
        type="submit"
        size="large"
        look={flow.rule === 'DELETE_ACCOUNT_TRANSFER' ? 'danger' : 'primary'}
        busy={flow.isBusy}
      >
        {t(
          flow.rule === 'DELETE_ACCOUNT_TRANSFER'
            ? 'contacts.conflict.delete'
            : 'contacts.conflict.go',
        )}
      </Button>
    </form>
  )
}
