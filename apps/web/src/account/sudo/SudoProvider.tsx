import { isServiceError } from '@awan/protocol/errors'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { SudoContext, type SudoPurpose, type WithSudo } from '../../session/use-sudo.ts'
import type { SudoDialogProps } from './SudoDialog.tsx'
import { createSudoKeeper } from './sudo-keeper.ts'

interface OpenDialog {
  Part: ComponentType<SudoDialogProps>
  purpose: SudoPurpose
}

/** Keeps the token in memory alone, for its short life and for the person to whom it was given. */
export function SudoProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const sub = useSub()
  const { need } = useLanguage()
  const [keeper] = useState(() => createSudoKeeper(() => client.runtime.now()))
  const [dialog, setDialog] = useState<OpenDialog>()
  const question = useRef<PromiseWithResolvers<string | undefined>>(undefined)

  function answer(token: string | undefined) {
    question.current?.resolve(token)
    question.current = undefined
    setDialog(undefined)
  }

  /** Two acts at once are one question. */
  function ask(purpose: SudoPurpose): Promise<string | undefined> {
    if (question.current) return question.current.promise
    const asked = Promise.withResolvers<string | undefined>()
    question.current = asked
    Promise.all([import('./SudoDialog.tsx'), need('sudo')]).then(
      ([{ SudoDialog }]) => {
        if (question.current === asked) setDialog({ Part: SudoDialog, purpose })
      },
      (error) => {
        question.current = undefined
        asked.reject(error)
      },
    )
    return asked.promise
  }

  const withSudo: WithSudo = async (act, purpose = 'DEFAULT') => {
    const kept = keeper.tokenOf(sub)
    if (kept !== undefined) {
      try {
        return await act(kept)
      } catch (error) {
        // The server may have ended it early; then it is asked for once more, and the act repeated.
        if (!isServiceError(error, 'permission_denied')) throw error
        keeper.forget()
      }
    }
    const token = await ask(purpose)
    return token === undefined ? undefined : act(token)
  }

  const leave = useEffectEvent(() => {
    keeper.forget()
    answer(undefined)
  })
  // Whoever signs out or switches takes the proof along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => () => leave(), [sub])

  return (
    <SudoContext value={withSudo}>
      {children}
      {dialog ? (
        <dialog.Part
          purpose={dialog.purpose}
          onGranted={(granted) => answer(sub === undefined ? undefined : keeper.keep(sub, granted))}
          onLeave={() => answer(undefined)}
        />
      ) : null}
    </SudoContext>
  )
}
