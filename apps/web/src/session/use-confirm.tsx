import { type ReactNode, useState } from 'react'
import type { Translate } from '../i18n/keys.ts'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { type Confirmation, ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useErrorMessage } from './use-error-handler.ts'

type Say = (t: Translate) => string

interface Question {
  /** Asked for at every rendering, so that a switch of language is followed. */
  words: (t: Translate) => Confirmation
  /** Resolves to undefined when the person gave up on the way, as `useSudo` does. */
  act: () => Promise<true | undefined>
  /** The same for the other thing that the words offer. */
  other?: () => Promise<true | undefined>
  /** What to say about an error that is to be expected here. */
  explain?: (error: unknown) => Say | undefined
}

/**
 * Asks before an act that cannot be undone, and says in the same dialog what went wrong. `ask` opens
 * it; `dialog` is to be rendered.
 */
export function useConfirm(): { ask: (question: Question) => void; dialog: ReactNode } {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const [question, setQuestion] = useState<Question>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ say: Say } | { error: unknown }>()

  function close() {
    setQuestion(undefined)
    setProblem(undefined)
  }

  async function run(act: Question['act'], explain: Question['explain']) {
    setBusy(true)
    setProblem(undefined)
    try {
      if (await act()) close()
    } catch (error) {
      const say = explain?.(error)
      setProblem(say ? { say } : { error })
    } finally {
      setBusy(false)
    }
  }

  return {
    ask: setQuestion,
    dialog: question ? (
      <ConfirmDialog
        question={question.words(t)}
        cancelLabel={t('app.cancel')}
        closeLabel={t('app.close')}
        isBusy={isBusy}
        problem={
          problem === undefined
            ? undefined
            : 'say' in problem
              ? problem.say(t)
              : messageOf(problem.error)
        }
        onConfirm={() => void run(question.act, question.explain)}
        onOther={() => void (question.other && run(question.other, question.explain))}
        onClose={close}
      />
    ) : null,
  }
}
