import type { AdminUserDetails } from '@awan/client/admin'
import { KeyRound } from 'lucide-react'
import { Fragment } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { DotList } from '../../../ui/DotList.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'
import { Section } from '../../../ui/Section.tsx'
import type { Act } from '../ActDialog.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'

/** The programs that open the person's files: what they are called and when they came last, never a password. */
export function PersonAppPasswords({
  person: { sub, app_passwords },
  onAct,
}: {
  person: AdminUserDetails
  onAct: (act: Act) => void
}) {
  const t = useTexts()
  const { users } = useAdmin()
  return (
    <Section title={t('admin.appPasswords')}>
      {app_passwords.length === 0 ? (
        <p className="py-4 text-muted">{t('admin.appPasswords.none')}</p>
      ) : (
        app_passwords.map(({ id, name, ...facts }) => (
          <ListRow
            key={id}
            icon={KeyRound}
            title={name}
            action={
              <RowButton
                look="quiet"
                aria-label={t('admin.appPasswords.revoke.of', { name })}
                onClick={() =>
                  onAct({
                    title: t('admin.appPasswords.revoke.title', { name }),
                    text: t('admin.appPasswords.revoke.text'),
                    confirm: t('admin.appPasswords.revoke'),
                    run: ({ sudo_token }) => users.revokeAppPassword(sub, id, { sudo_token }),
                    done: t('admin.appPasswords.revoke.done', { name }),
                  })
                }
              >
                {t('admin.appPasswords.revoke')}
              </RowButton>
            }
          >
            <DotList
              items={[
                t(facts.read_only ? 'admin.appPasswords.mayRead' : 'admin.appPasswords.mayChange'),
                t(facts.one_folder ? 'admin.appPasswords.folder' : 'admin.appPasswords.all'),
                facts.last_used_at === undefined ? (
                  t('admin.appPasswords.unused')
                ) : (
                  <Fragment key="used">
                    {t('admin.appPasswords.used')} <Moment at={facts.last_used_at} />
                  </Fragment>
                ),
                facts.last_address,
                facts.last_program,
              ]}
            />
          </ListRow>
        ))
      )}
    </Section>
  )
}
