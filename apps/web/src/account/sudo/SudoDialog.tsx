import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ContactCodeProof } from './ContactCodeProof.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PasskeyProof } from './PasskeyProof.tsx'
import { PasswordProof } from './PasswordProof.tsx'
import { ProviderProof } from './ProviderProof.tsx'
import { SecondStepProof } from './SecondStepProof.tsx'
import type { GrantedSudo } from './sudo-keeper.ts'
import { useProof } from './use-proof.ts'
import { useWays, type Way } from './use-ways.ts'

export interface SudoDialogProps {
  purpose: 'DEFAULT' | 'DELETION'
  onGranted: (granted: GrantedSudo) => void
  onLeave: () => void
}

/** Asks who is there, by whatever the person has. */
export function SudoDialog({ purpose, onGranted, onLeave }: SudoDialogProps) {
  const t = useTexts()
  const flow = useProof(onGranted)
  const { second } = flow
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave()
      }}
      title={t(second ? 'sudo.second.title' : 'sudo.title')}
      {...(second ? {} : { description: t('sudo.text') })}
      closeLabel={t('app.close')}
    >
      {/* The first proof stays in the background: a step back finds what was typed. */}
      <div hidden={second !== undefined}>
        <FirstProof flow={second ? { ...flow, problem: undefined } : flow} purpose={purpose} />
      </div>
      {second ? <SecondStepProof flow={flow} second={second} /> : null}
    </Dialog>
  )
}

function FirstProof({
  flow,
  purpose,
}: {
  flow: ReturnType<typeof useProof>
  purpose: SudoDialogProps['purpose']
}) {
  const t = useTexts()
  const { ways, isError, retry } = useWays()
  const [chosen, setChosen] = useState<string>()
  if (!ways) {
    return isError ? (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('error.load')}</p>
        <Button look="quiet" onClick={retry}>
          {t('app.retry')}
        </Button>
      </div>
    ) : (
      <div className="flex flex-col gap-4">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    )
  }
  const way = ways.find((one) => keyOf(one) === chosen) ?? ways[0]
  if (!way) return <p className="text-muted">{t('sudo.none')}</p>
  return (
    <div className="flex flex-col gap-5">
      <div key={keyOf(way)}>{proofOf(way, flow, purpose)}</div>
      <OtherWays
        ways={ways
          .filter((other) => other !== way)
          .map((other) => ({ key: keyOf(other), label: labelOf(other, t) }))}
        onChoose={(key) => {
          flow.clear()
          setChosen(key)
        }}
      />
    </div>
  )
}

function proofOf(
  way: Way,
  flow: ReturnType<typeof useProof>,
  purpose: SudoDialogProps['purpose'],
): ReactNode {
  switch (way.kind) {
    case 'password':
      return <PasswordProof flow={flow} />
    case 'passkey':
      return <PasskeyProof flow={flow} />
    case 'provider':
      return <ProviderProof flow={flow} provider={way} />
    default:
      return <ContactCodeProof flow={flow} way={way} usage={purpose} />
  }
}

function keyOf(way: Way): string {
  return way.kind === 'provider' ? `provider ${way.id}` : way.kind
}

function labelOf(way: Way, t: ReturnType<typeof useTexts>): string {
  switch (way.kind) {
    case 'password':
      return t('sudo.password.use')
    case 'passkey':
      return t('sudo.passkey.use')
    case 'provider':
      return t('sudo.provider.use', { provider: way.name })
    default:
      return t('sudo.code.use', { contact: way.contact })
  }
}
