import type { DeviceSession } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { formatExactly, formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { ScopeLines } from '../apps/ScopeLines.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { ContinueDialog } from './ContinueDialog.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import { deviceName } from './device-name.ts'
import { useContinueLink } from './use-continue-link.ts'
import { useSessions } from './use-sessions.ts'

/** This device first, then every other where the person is signed in. */
export function DevicesScreen() {
  const { t } = useLanguage()
  const { query, access, end, endOthers } = useSessions()
  const signOut = useSignOut()
  const { ask, dialog } = useConfirm()
  const carryOn = useContinueLink()

  function askEnd(session: DeviceSession) {
    ask({
      words: (t) => ({
        title: t('devices.end.title', { name: deviceName(session, t) }),
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
      <Section
        title={t('devices.this')}
        action={<RowButton onClick={carryOn.open}>{t('devices.continue')}</RowButton>}
      >
        <Loaded query={query} rows={1} isInSection>
          {({ data }) =>
            data
              .filter(({ is_current }) => is_current)
              .map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  scope={access.data?.scope}
                  onEnd={() => void signOut()}
                />
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
              <Row key={session.id} session={session} onEnd={() => askEnd(session)} />
            ))
          )}
        </Section>
      )}
      {dialog}
      {carryOn.link === undefined ? null : (
        <ContinueDialog
          link={carryOn.link}
          onRenew={carryOn.renew}
          onLeave={() => {
            carryOn.close()
            // The other device may be in the list by now.
            void query.refetch()
          }}
        />
      )}
    </CentrePage>
  )
}

function Row({
  session,
  scope,
  onEnd,
}: {
  session: DeviceSession
  /** What its session may do, if that is known. */
  scope?: string | undefined
  onEnd: () => void
}) {
  const { t, tag } = useLanguage()
  const { address, last_seen_at, created_at, expires_at, is_current } = session
  const when = (time: string) => formatWhen(new Date(time), new Date(), { t, tag })
  return (
    <DeviceRow
      device={session}
      isCurrent={is_current}
      facts={[
        address,
        <span key="seen" title={formatExactly(new Date(last_seen_at), tag)}>
          {t('devices.seen', { time: when(last_seen_at) })}
        </span>,
        t('devices.since', { time: when(created_at) }),
        is_current ? t('devices.until', { date: when(expires_at) }) : undefined,
      ]}
      more={scope === undefined ? null : <ScopeLines scope={scope} label={t('devices.may')} />}
      act={{
        label: t('devices.end'),
        spoken: (name) => t('devices.end.of', { name }),
        onPress: onEnd,
      }}
    />
  )
}
