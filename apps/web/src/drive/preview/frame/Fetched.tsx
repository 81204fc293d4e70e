import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { lazyPart } from '../../../ui/lazy-part.ts'
import { ViewerProblem } from './ViewerProblem.tsx'
import { ViewerWaiting } from './ViewerWaiting.tsx'

export type Part<Props extends object> = ReturnType<typeof lazyPart<Props>>

/** A part of a viewer that comes when it is first needed; one that did not come can be asked for again. */
export function Fetched<Props extends object>({
  name,
  part: { load, Part },
  props,
}: {
  /** Tells it from every other part. */
  name: string
  part: Part<Props>
  props: Props
}) {
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['preview-part', name],
    queryFn: () => load().then(() => true),
    staleTime: Infinity,
  })
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (!isSuccess) return <ViewerWaiting />
  return (
    <Suspense fallback={<ViewerWaiting />}>
      <Part {...props} />
    </Suspense>
  )
}
