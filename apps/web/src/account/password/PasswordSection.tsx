import type { Profile } from '@awan/protocol/account'
import { useState } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

export function PasswordSection({ me }: { me: Profile }) {
  const language = useLanguage()
  const { t } = language
  const [isOpen, setOpen] = useState(false)
  const isSet = me.password === 'SET'
  return (
    <Section title={t('newPassword.title')}>
      <SettingRow
        label={
          !isSet
            ? t('newPassword.none')
            : me.password_updated_at === undefined
              ? t('newPassword.isSet')
              : t('newPassword.changed', {
                  time: formatWhen(new Date(me.password_updated_at), new Date(), language),
                })
        }
        action={
          <RowButton onClick={() => setOpen(true)}>
            {t(isSet ? 'newPassword.change' : 'newPassword.set')}
          </RowButton>
        }
      />
      {isOpen ? <ChangePasswordDialog me={me} onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}
