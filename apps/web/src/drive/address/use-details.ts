import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useMediaQuery } from '../../ui/use-media-query.ts'

export const detailTabs = ['details', 'versions', 'activity'] as const
export type DetailTab = (typeof detailTabs)[number]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened over the list: behind them lies the list itself. */
    isDetails?: boolean
  }
}

export interface Details {
  /** The page of the panel that is open; undefined when it is closed. */
  tab: DetailTab | undefined
  /** Whether there is room for it beside the list. Else it lies over the list. */
  isBeside: boolean
  open(tab?: DetailTab): void
  close(): void
  toggle(): void
}

/** The details panel stands in the address, `?details=1&tab=versions`: it is there again after a reload. */
export function useDetails(): Details {
  const navigate = useNavigate()
  const router = useRouter()
  const isBeside = useMediaQuery('(min-width: 1100px)')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const isAhead = useLocation({ select: ({ state }) => state.isDetails === true })
  const tab = toTab(search)

  function go(wanted: DetailTab | undefined, options: { replace: boolean; state?: object }) {
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...toSearch(wanted) }),
      resetScroll: false,
      ...options,
    } as Parameters<typeof navigate>[0])
  }

  function open(wanted: DetailTab = 'details') {
    // What lies over the list goes away by the way back.
    if (isBeside) go(wanted, { replace: true })
    else if (tab !== undefined) go(wanted, { replace: true, state: { isDetails: isAhead } })
    else go(wanted, { replace: false, state: { isDetails: true } })
  }

  function close() {
    if (isAhead) router.history.back()
    else go(undefined, { replace: true })
  }

  return { tab, isBeside, open, close, toggle: () => (tab === undefined ? open() : close()) }
}

function toTab({ details, tab }: Readonly<Record<string, unknown>>): DetailTab | undefined {
  if (details === undefined || details === '') return undefined
  return detailTabs.find((each) => each === tab) ?? 'details'
}

function toSearch(tab: DetailTab | undefined) {
  if (tab === undefined) return { details: undefined, tab: undefined }
  return { details: 1, tab: tab === 'details' ? undefined : tab }
}
