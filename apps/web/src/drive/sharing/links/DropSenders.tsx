import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { toChosen } from '../../../ui/choices.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import { arrivalMails, type LinkSettings } from './link-settings.ts'

/** Whether senders prove a mail address, and who is told of what they send. */
export function DropSenders({
  settings: { askEmail, arrivalMail },
  canAskEmail,
  onSet,
}: {
  settings: Pick<LinkSettings, 'askEmail' | 'arrivalMail'>
  /** Whether the server sends mail. */
  canAskEmail: boolean
  onSet: (change: Partial<LinkSettings>) => void
}) {
  const t = useTexts()
  const choices = arrivalMails.map((value) => ({
    value,
    label: t(`share.link.set.arrivalMail.${value}`),
  }))
  return (
    <>
      <div>
        <Checkbox
          label={t('share.link.set.askEmail')}
          checked={askEmail}
          // What is on already can be switched off.
          disabled={!canAskEmail && !askEmail}
          aria-describedby="ask-email-hint"
          onChange={({ target }) => onSet({ askEmail: target.checked })}
        />
        <p id="ask-email-hint" className="ms-7 text-sm text-muted">
          {t(canAskEmail ? 'share.link.set.askEmail.hint' : 'share.link.set.askEmail.noMail')}
        </p>
      </div>
      {canAskEmail ? (
        <SelectField
          label={t('share.link.set.arrivalMail')}
          hint={t('share.link.set.arrivalMail.hint')}
          value={arrivalMail}
          choices={choices}
          onChange={({ target }) =>
            toChosen({ choices, onChoose: (chosen) => onSet({ arrivalMail: chosen }) })(
              target.value,
            )
          }
        />
      ) : null}
    </>
  )
}
