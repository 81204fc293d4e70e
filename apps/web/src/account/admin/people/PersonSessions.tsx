import type { AdminUserDetails } from '@awan/client/admin'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import type { Act } from '../ActDialog.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'

/** Where the person is signed in. */
export function PersonSessions({
  person: { sub, name, sessions },
  onAct,
}: {
  person: AdminUserDetails
  onAct: (act: Act) => void
}) {
  const t = useTexts()
  const { users } = useAdmin()
  return (
    <Section
      title={t('admin.sessions')}
      action={
        sessions.length === 0 ? undefined : (
          <Button
            look="quiet"
            size="small"
            onClick={() =>
              onAct({
                title: t('admin.do.signOut.title', { name }),
                text: t('admin.do.signOut.text'),
                confirm: t('admin.do.signOut'),
                takesReason: true,
                run: (given) => users.endSessions(sub, given),
                done: t('admin.do.signOut.done', { name }),
              })
            }
          >
            {t('admin.do.signOut')}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="py-4 text-muted">{t('admin.sessions.none')}</p>
      ) : (
        sessions.map((session) => (
          <div key={session.id} className="py-3">
            <p className="font-medium break-words">
              {session.device_name ?? session.user_agent ?? session.client_id}
            </p>
            <p className="text-sm text-muted">
              {session.client_id} · {t('admin.sessions.seen')} <Moment at={session.last_seen_at} />
            </p>
          </div>
        ))
      )}
    </Section>
  )
}
