import { useLocation, useNavigate } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    step?: string
  }
}

/**
 * The step of a flow stands in the history: the browser's own way back leads to the step before it and not
 * out of the flow, and what was typed stays where it is.
 */
export function useStepInHistory<Step extends string>(first: Step) {
  const navigate = useNavigate()
  const step = useLocation({ select: ({ state }) => state.step as Step | undefined }) ?? first
  return {
    step,
    /** With `replace` there is no way back to the present step. */
    go(next: Step, { replace = false } = {}) {
      const state = (present: object) => ({ ...present, step: next })
      void navigate({ to: '.', search: true, state, replace, resetScroll: false })
    },
  }
}
