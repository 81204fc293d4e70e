import type { DeviceSession } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { useConfirm } from '../centre/use-confirm.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { deviceName } from './device-name.ts'
import { SessionRow } from './SessionRow.tsx'
import { useSessions } from './use-sessions.ts'

/** This device first, then every other where the person is signed in. */
export function DevicesScreen() {
  const t = useTexts()
  const { query, end, endOthers } = useSessions()
  const signOut = useSignOut()
  const { ask, dialog } = useConfirm()

  function askEnd(session: DeviceSession) {
    ask({
      words: (t) => ({
        title: t('devices.end.title', { name: deviceName(session, session.device_name, t) }),
        text: t('devices.end.text'),
        confirm: t('devices.end'),
      }),
      async act() {
        try {
          return await end(session.id)
        } catch (error) {
          // Somebody was quicker: it is out all the same.
          if (!isServiceError(error, 'not_found')) throw error
          await query.refetch()
          return true
        }
      },
    })
  }

  const others = query.data?.data.filter(({ is_current }) => !is_current)
  return (
    <CentrePage title={t('centre.devices')}>
      <Section title={t('devices.this')}>
        <Loaded query={query} rows={1} isInSection>
          {({ data }) =>
            data
              .filter(({ is_current }) => is_current)
              .map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void signOut()} />
              ))
          }
        </Loaded>
      </Section>
      {others === undefined ? null : (
        <Section
          title={t('devices.others')}
          {...(others.length === 0
            ? {}
            : {
                action: (
                  <RowButton
                    onClick={() =>
                      ask({
                        words: (t) => ({
                          title: t('devices.endAll.title'),
                          text: t('devices.endAll.text'),
                          confirm: t('devices.endAll'),
                        }),
                        act: endOthers,
                      })
                    }
                  >
                    {t('devices.endAll')}
                  </RowButton>
                ),
              })}
        >
          {others.length === 0 ? (
            <p className="py-4 text-muted">{t('devices.alone')}</p>
          ) : (
            others.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => askEnd(session)} />
            ))
          )}
        </Section>
      )}
      {dialog}
    </CentrePage>
  )
}
