import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { explainMethod, type MethodState, methodIcons, methodName } from './method-facts.ts'
import type { Method, TwoFactorFlow } from './use-two-factor.ts'

/** One way of the second step, on or off. */
export function MethodRow({
  state,
  flow: { startTotp, turnOn },
  isPasskeyPossible,
  onTurnOff,
}: {
  state: MethodState
  flow: Pick<TwoFactorFlow, 'startTotp' | 'turnOn'>
  isPasskeyPossible: boolean | undefined
  /** Absent where nothing can be turned off. */
  onTurnOff?: (method: Method) => void
}) {
  const { t, tag } = useLanguage()
  const { method, enabled, enabled_at, available } = state
  const name = methodName(method, t) ?? method
  const isPossible = available || (method === 'PASSKEY' && isPasskeyPossible === true)
  return (
    <ListRow
      icon={methodIcons[method]}
      tone={enabled ? 'accent' : 'grey'}
      title={name}
      badge={enabled ? t('twoStep.on') : undefined}
      action={
        <>
          {enabled && onTurnOff ? (
            <RowButton
              look="quiet"
              aria-label={t('twoStep.turnOff.of', { method: name })}
              onClick={() => onTurnOff(method)}
            >
              {t('twoStep.turnOff')}
            </RowButton>
          ) : null}
          {method === 'TOTP' ? (
            <RowButton
              look={enabled ? 'plain' : 'quiet'}
              busy={startTotp.isPending}
              onClick={() => startTotp.mutate()}
            >
              {t(enabled ? 'twoStep.totp.change' : 'twoStep.totp.setUp')}
            </RowButton>
          ) : enabled || !isPossible ? null : (
            <RowButton
              look="quiet"
              aria-label={t('twoStep.turnOn.of', { method: name })}
              busy={turnOn.isPending && turnOn.variables === method}
              onClick={() => turnOn.mutate(method)}
            >
              {t('twoStep.turnOn')}
            </RowButton>
          )}
        </>
      }
    >
      <p>{explainMethod(state, isPasskeyPossible, t)}</p>
      {method === 'SMS' && available ? <p>{t('twoStep.sms.risk')}</p> : null}
      {enabled_at === undefined ? null : (
        <p>
          {t('twoStep.since', {
            date: formatWhen(new Date(enabled_at), new Date(), { t, tag }),
          })}
        </p>
      )}
    </ListRow>
  )
}
