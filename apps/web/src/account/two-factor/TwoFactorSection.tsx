import { LifeBuoy } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { usePasskeySupport } from '../passkeys/use-add-passkey.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { MethodRow } from './MethodRow.tsx'
import { methodName, methodOrder } from './method-facts.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { isKeptOn, type Method, useTwoFactor } from './use-two-factor.ts'

/** The second step: its methods, the codes for hard times, and the way out. */
export function TwoFactorSection() {
  const t = useTexts()
  const flow = useTwoFactor()
  const isPasskeyPossible = usePasskeySupport()
  const { ask, dialog } = useConfirm()
  const { data } = flow.state
  const countOn = data?.methods.filter(({ enabled }) => enabled).length ?? 0

  function askTurnOff(method: Method | 'all') {
    const isLast = method === 'all' || countOn < 2
    ask({
      words: (t) => ({
        title: isLast
          ? t('twoStep.turnOffAll.title')
          : t('twoStep.turnOff.title', { method: methodName(method, t) ?? method }),
        text: t(isLast ? 'twoStep.turnOffAll.text' : 'twoStep.turnOff.text'),
        confirm: t('twoStep.turnOff'),
      }),
      act: () => flow.turnOff(method),
      explain: (error) => (isKeptOn(error) ? (t) => t('twoStep.keepOne') : undefined),
    })
  }

  return (
    <Section
      title={t('twoStep.title')}
      intro={t('twoStep.intro')}
      action={
        data ? (
          <Badge tone={data.enabled ? 'good' : 'plain'}>
            {t(data.enabled ? 'twoStep.on' : 'twoStep.off')}
          </Badge>
        ) : undefined
      }
    >
      <Loaded query={flow.state} rows={4} isInSection>
        {({ methods, enabled, required, recovery_codes_left: left }) => (
          <>
            {methodOrder.map((method) => {
              const state = methods.find((one) => one.method === method)
              return state ? (
                <MethodRow
                  key={method}
                  state={state}
                  flow={flow}
                  isPasskeyPossible={isPasskeyPossible}
                  onTurnOff={askTurnOff}
                />
              ) : null
            })}
            {enabled ? (
              <ListRow
                icon={LifeBuoy}
                tone={left < 3 ? 'danger' : 'grey'}
                title={t('recovery.title')}
                action={
                  <RowButton
                    look="quiet"
                    onClick={() =>
                      ask({
                        words: (t) => ({
                          title: t('recovery.renew.title'),
                          text: t('recovery.renew.text'),
                          confirm: t('recovery.renew'),
                          look: 'primary',
                        }),
                        act: flow.renewCodes,
                      })
                    }
                  >
                    {t('recovery.renew')}
                  </RowButton>
                }
              >
                {t('recovery.left', { count: left })} {t('recovery.text')}
              </ListRow>
            ) : null}
            {required ? <p className="py-3 text-sm text-muted">{t('twoStep.required')}</p> : null}
            {enabled && !required && countOn > 1 ? (
              <div className="py-2">
                <Button
                  look="plain"
                  size="small"
                  className="-ms-3 min-h-9"
                  onClick={() => askTurnOff('all')}
                >
                  {t('twoStep.turnOffAll')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      {flow.started ? (
        <TotpDialog started={flow.started} onConfirm={flow.confirmTotp} onLeave={flow.leaveTotp} />
      ) : null}
      {flow.codes ? <RecoveryCodesDialog codes={flow.codes} onKept={flow.keptCodes} /> : null}
      {dialog}
    </Section>
  )
}
