import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'

/**
 * Something that an administrator does: with a fresh proof, then said aloud, and everything that was
 * loaded is asked for anew. Undefined when the person did not prove who they are.
 */
export function useAct<Input, Result>({
  run,
  done,
  onDone,
  onError,
}: {
  run: (input: Input, sudoToken: string) => Promise<Result>
  /** What to say afterwards. */
  done: string | ((result: Result) => string)
  onDone?: (result: Result) => void
  onError: (error: unknown) => void
}) {
  const withSudo = useSudo()
  const announce = useAnnounce()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) =>
      withSudo(async (sudoToken) => ({ result: await run(input, sudoToken) })),
    onSuccess: (made) => {
      if (!made) return
      announce(typeof done === 'string' ? done : done(made.result))
      onDone?.(made.result)
      return queries.invalidateQueries({ queryKey: ['admin'] })
    },
    onError,
  })
}
