import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMediaQuery } from '../../ui/use-media-query.ts'

export const detailTabs = ['details', 'versions', 'activity'] as const
export type DetailTab = (typeof detailTabs)[number]

export interface Details {
  /** The page of the panel that is open; undefined when it is closed. */
  tab: DetailTab | undefined
  /** Whether there is room for it beside the list. Else it lies over the list. */
  isBeside: boolean
  open(tab?: DetailTab): void
  close(): void
}

/** The details panel stands in the address, `?details=1`: it is there again after a reload. */
export function useDetails(): Details {
  const navigate = useNavigate()
  const router = useRouter()
  const isBeside = useMediaQuery('(min-width: 1100px)')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const isAhead = useLocation({ select: ({ state }) => 'isDetails' in state })
  const tab = toTab(search.details)

  function go(details: unknown, options: { replace: boolean; state?: object }) {
    const to = { to: '.', search: (before: object) => ({ ...before, details }), ...options }
    void navigate(to as Parameters<typeof navigate>[0])
  }

  return {
    tab,
    isBeside,
    open(wanted = 'details') {
      const value = wanted === 'details' ? 1 : wanted
      // What lies over the list goes away by the way back.
      if (isBeside || tab !== undefined) go(value, { replace: true })
      else go(value, { replace: false, state: { isDetails: true } })
    },
    close() {
      if (isAhead) router.history.back()
      else go(undefined, { replace: true })
    },
  }
}

function toTab(details: unknown): DetailTab | undefined {
  if (details === undefined || details === '') return undefined
  return detailTabs.find((tab) => tab === details) ?? 'details'
}
