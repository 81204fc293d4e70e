import { createDriveClient } from '@awan/client/drive'
import { ROOT_ID } from '@awan/protocol'
import type { Task } from '@awan/protocol/drive'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { failureReason } from '../tasks/task-words.ts'

/** Moves files of the own drive to another one, and follows the task until it ends or nobody looks. */
export function useHandOver({
  fileIds,
  onDone,
}: {
  fileIds: readonly string[]
  onDone: () => void
}) {
  const t = useTexts()
  const client = useClient()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const watching = useRef<AbortController>(undefined)
  const [task, setTask] = useState<Task>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Who closes the dialog ends the looking, not the task.
  useEffect(() => () => watching.current?.abort(), [])

  async function start(driveId: string): Promise<void> {
    const there = createDriveClient(client, { driveId })
    const watch = new AbortController()
    const { signal } = watch
    watching.current = watch
    setBusy(true)
    setTask(undefined)
    setProblem(undefined)
    try {
      const begun = await there.files.moveFrom({}, [...fileIds], ROOT_ID, { conflict: 'rename' })
      const ended = await there.tasks.wait(begun, { onProgress: setTask, signal })
      const trouble = problemOf(ended)
      setProblem(trouble)
      if (trouble === undefined) {
        announce(t('leaving.moved', { count: fileIds.length }))
        onDone()
      }
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error))
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['drive'] })
    }
  }

  function problemOf({ phase, failures }: Task): string | undefined {
    const [first] = failures
    if (first) {
      const reason = failureReason(first, { t, messageOf })
      return first.name === undefined
        ? t('leaving.move.failed.all', { reason })
        : t('leaving.move.failed', { name: first.name, reason })
    }
    return phase === 'cancelled' ? t('leaving.move.cancelled') : undefined
  }

  return { task, isBusy, problem, start }
}
