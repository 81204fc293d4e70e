import { LogOut } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { LanguageMenu } from '../../session/LanguageChoices.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { usePasskeySupport } from '../passkeys/use-add-passkey.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { MethodRow } from './MethodRow.tsx'
import { methodOrder } from './method-facts.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { useTwoFactor } from './use-two-factor.ts'

/** All that is open to a person of whom the server demands a second step, until they have one. */
export function SetUpFirstScreen({ onDone }: { onDone: () => void }) {
  const t = useTexts()
  const flow = useTwoFactor()
  const isPasskeyPossible = usePasskeySupport()
  const signOut = useSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(t('gate.title'), t('app.name'))
  useEffect(() => heading.current?.focus(), [])
  const isOn = flow.state.data?.enabled === true
  // Another tab may have done it; whoever did it here keeps the codes first.
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (isOn && flow.codes === undefined) leave()
  }, [isOn, flow.codes])

  return (
    <main className="flex min-h-dvh flex-col bg-surface">
      <div className="mx-auto w-full max-w-xl flex-1 px-4 pt-10 pb-8 md:pt-16">
        <Logo name={t('app.name')} />
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-8 text-2xl font-bold tracking-[-0.02em] outline-none"
        >
          {t('gate.title')}
        </h1>
        <p className="mt-1.5 max-w-prose text-muted">{t('gate.text')}</p>
        <div className="mt-6 divide-y divide-line border-y border-line">
          <Loaded query={flow.state} rows={4} isInSection>
            {({ methods }) =>
              methodOrder.map((method) => {
                const state = methods.find((one) => one.method === method)
                return state ? (
                  <MethodRow
                    key={method}
                    state={state}
                    flow={flow}
                    isPasskeyPossible={isPasskeyPossible}
                  />
                ) : null
              })
            }
          </Loaded>
        </div>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-2">
          <Button look="quiet" onClick={() => void signOut()}>
            <LogOut aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('account.signOut')}
          </Button>
          <LanguageMenu />
        </div>
      </div>
      {flow.started ? (
        <TotpDialog started={flow.started} onConfirm={flow.confirmTotp} onLeave={flow.leaveTotp} />
      ) : null}
      {flow.codes ? <RecoveryCodesDialog codes={flow.codes} onKept={flow.keptCodes} /> : null}
    </main>
  )
}
