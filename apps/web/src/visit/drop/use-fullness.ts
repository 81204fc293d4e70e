import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useState } from 'react'
import { useVisit } from '../VisitProvider.tsx'
import { refusalOf } from './drop-rules.ts'

/**
 * Whether the drop folder has taken all that it takes. The server refuses a file for its size, its type or because of
 * all that has arrived: what is within the rules was refused for the last reason.
 */
export function useFullness(): boolean {
  const { uploads, visit } = useVisit()
  const { drop: rules } = visit
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    if (!uploads || rules?.max_total_size === undefined) return
    let failed = 0
    return uploads.subscribe(() => {
      const count = uploads.state().summary?.files.failed ?? 0
      if (count === failed) return
      failed = count
      void uploads.failures().then((rows) => {
        setFull(
          rows.some(
            ({ error, path, size = 0 }) =>
              isServiceError(error, 'failed_precondition') &&
              refusalOf({ name: path, size, type: '' }, rules) === undefined,
          ),
        )
      })
    })
  }, [uploads, rules])
  return isFull
}
