import type { Profile } from '@awan/protocol/account'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { ChangeContactDialog } from './ChangeContactDialog.tsx'
import type { ContactKind } from './contact-kind.ts'
import { RemoveContactDialog } from './RemoveContactDialog.tsx'
import { VerifyEmailDialog } from './VerifyEmailDialog.tsx'

type Act = 'change' | 'remove' | 'verify'

/** How the person is reached. Whoever changes it shows first who they are. */
export function ContactsSection({ me }: { me: Profile }) {
  const t = useTexts()
  const withSudo = useSudo()
  const handleError = useErrorHandler()
  const [open, setOpen] = useState<{ kind: ContactKind; act: Act }>()
  const contacts = {
    email: me.contacts?.email ?? me.email,
    phone: me.contacts?.phone_number ?? me.phone_number,
  }

  async function begin(kind: ContactKind, act: Act) {
    try {
      const isProven = await withSudo(async () => true)
      if (isProven) setOpen({ kind, act })
    } catch (error) {
      handleError(error)
    }
  }

  return (
    <Section title={t('contacts.title')} intro={t('contacts.intro')}>
      {(['email', 'phone'] as const).map((kind) => {
        const contact = contacts[kind]
        const isSet = contact !== undefined
        const isUnproven = kind === 'email' && me.email_verified === false
        return (
          <SettingRow
            key={kind}
            label={t(`contacts.${kind}`)}
            value={contact ?? <span className="font-normal text-muted">{t('profile.notSet')}</span>}
            {...(isUnproven && { hint: t('contacts.email.unverified') })}
            action={
              <>
                {isUnproven ? (
                  <RowButton
                    aria-label={t('contacts.email.verify')}
                    onClick={() => void begin(kind, 'verify')}
                  >
                    {t('contacts.verify')}
                  </RowButton>
                ) : null}
                {isSet ? (
                  <RowButton
                    aria-label={t(`contacts.remove.${kind}`)}
                    onClick={() => void begin(kind, 'remove')}
                  >
                    {t('contacts.remove')}
                  </RowButton>
                ) : null}
                <RowButton
                  aria-label={t(`contacts.${kind}.${isSet ? 'change' : 'add'}`)}
                  onClick={() => void begin(kind, 'change')}
                >
                  {t(isSet ? 'contacts.change' : 'contacts.add')}
                </RowButton>
              </>
            }
          />
        )
      })}
      {open?.act === 'change' ? (
        <ChangeContactDialog
          kind={open.kind}
          isNew={contacts[open.kind] === undefined}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.act === 'verify' ? (
        <VerifyEmailDialog email={me.email ?? ''} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.act === 'remove' ? (
        <RemoveContactDialog
          kind={open.kind}
          contact={contacts[open.kind] ?? ''}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  )
}
