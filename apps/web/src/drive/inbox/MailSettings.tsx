import type { Inbox } from '@awan/client/inbox'
import type { InboxKind, MailChoice } from '@awan/protocol/drive'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { InlineSelect } from '../../ui/InlineSelect.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'

const KINDS = [
  'shared_with_you',
  'access_asked',
  'transfer_offered',
  'transfer_answered',
  'drop_arrived',
  'role_changed',
  'access_ended',
  'manager_appointed',
] as const satisfies readonly InboxKind[]
const CHOICES = ['at_once', 'daily', 'never'] as const satisfies readonly MailChoice[]
const KEY = ['inbox-settings']

/** When the person also gets an e-mail. */
export function MailSettings({ inbox }: { inbox: Inbox }) {
  const t = useTexts()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const { data: settings } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => inbox.settings({ signal }),
  })
  if (!settings) return null

  async function choose(kind: InboxKind, mail: MailChoice): Promise<void> {
    queries.setQueryData(KEY, { ...settings, [kind]: mail })
    try {
      queries.setQueryData(KEY, await inbox.changeSettings({ [kind]: mail }))
    } catch (error) {
      queries.setQueryData(KEY, settings)
      handleError(error)
    }
  }

  return (
    <Section title={t('inbox.mails')} intro={t('inbox.mails.hint')}>
      {KINDS.map((kind) => (
        <SettingRow
          key={kind}
          label={t(`inbox.mails.${kind}`)}
          action={
            <InlineSelect
              label={t(`inbox.mails.${kind}`)}
              value={settings[kind]}
              choices={CHOICES.map((value) => ({ value, label: t(`inbox.mail.${value}`) }))}
              onChoose={(mail) => void choose(kind, mail)}
            />
          }
        />
      ))}
    </Section>
  )
}
