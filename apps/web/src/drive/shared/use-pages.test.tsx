import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { usePages } from './use-pages.ts'

interface Answer {
  names: string[]
  next_page_token?: string
}

function open(pages: Record<string, () => Answer>) {
  const asked: (string | undefined)[] = []
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = async ({ page_token }: { page_token: string | undefined }) => {
    asked.push(page_token)
    const page = pages[page_token ?? 'first']
    if (page === undefined) throw new Error('no such page')
    return page()
  }
  const { result } = renderHook(() => usePages('test', read, ({ names }) => names), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  return { asked, result }
}

test('pages of a list follow each other only when they are asked for', async () => {
  const { asked, result } = open({
    first: () => ({ names: ['a'], next_page_token: 'second' }),
    second: () => ({ names: ['b'] }),
  })
  await waitFor(() => expect(result.current.items).toEqual(['a']))
  expect(asked).toEqual([undefined])
  await result.current.fetchNextPage()
  await waitFor(() => expect(result.current.items).toEqual(['a', 'b']))
  expect(result.current.hasNextPage).toBe(false)
})

test('empty pages are passed until there is something to show', async () => {
  const { asked, result } = open({
    first: () => ({ names: [], next_page_token: 'second' }),
    second: () => ({ names: [], next_page_token: 'third' }),
    third: () => ({ names: ['a'] }),
  })
  expect(result.current.items).toBeUndefined()
  await waitFor(() => expect(result.current.items).toEqual(['a']))
  expect(asked).toEqual([undefined, 'second', 'third'])
})

test('a page that fails is asked for once, and leaves what was read before', async () => {
  const { asked, result } = open({ first: () => ({ names: ['a'], next_page_token: 'gone' }) })
  await waitFor(() => expect(result.current.items).toEqual(['a']))
  await result.current.fetchNextPage()
  await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true))
  expect(result.current.items).toEqual(['a'])
  expect(asked).toEqual([undefined, 'gone'])
})
