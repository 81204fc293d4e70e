import type { AdminUserDetails } from '@awan/client/admin'
import { Fragment } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { DeviceRow } from '../../devices/DeviceRow.tsx'
import { readDevice } from '../../devices/device-name.ts'
import type { Act } from '../ActDialog.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'

/** Where the person is signed in. */
export function PersonSessions({
  person: { sub, name, sessions, app_passwords },
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
        sessions.length + app_passwords.length === 0 ? undefined : (
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
          <DeviceRow
            key={session.id}
            device={readDevice(session)}
            facts={[
              session.client_id,
              <Fragment key="seen">
                {t('admin.sessions.seen')} <Moment at={session.last_seen_at} />
              </Fragment>,
            ]}
          />
        ))
      )}
    </Section>
  )
}
