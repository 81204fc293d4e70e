import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { keepExport, readKeptExport } from './kept-export.ts'
import { saveArchive } from './save-archive.ts'

const LOOK_AGAIN_MS = 2000

/** A copy of everything: asked for with a fresh proof, watched until it is there, then saved. */
export function useExport() {
  const { t } = useLanguage()
  const centre = useCentre()
  const sub = useSub() ?? ''
  const withSudo = useSudo()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const showToast = useToast()
  const announce = useAnnounce()
  const [receivedBytes, setReceivedBytes] = useState<number>()
  const queryKey = ['export', sub]

  const known = useQuery({
    queryKey,
    queryFn: async () => {
      const id = readKeptExport(sub)
      if (id === undefined) return null
      try {
        return await centre.exports.get(id)
      } catch (error) {
        if (!isServiceError(error, 'not_found')) throw error
        // Its day is over.
        keepExport(sub, undefined)
        return null
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.phase === 'WAITING' || data?.phase === 'RUNNING' ? LOOK_AGAIN_MS : false,
  })

  const start = useMutation({
    mutationFn: () => withSudo((sudo_token) => centre.exports.start({ sudo_token })),
    onSuccess: (started) => {
      if (!started) return
      keepExport(sub, started.task_id)
      queries.setQueryData(queryKey, started)
    },
    onError: (error) => {
      if (isServiceError(error, 'resource_exhausted')) {
        showToast({ title: t('error.title'), text: t('export.tooMany') })
      } else handleError(error)
    },
  })

  const save = useMutation({
    mutationFn: (taskId: string) =>
      saveArchive({
        name: `awan-${new Date().toISOString().slice(0, 10)}.zip`,
        open: () => centre.exports.download(taskId),
        onProgress: setReceivedBytes,
      }),
    onSuccess: (isSaved) => {
      if (isSaved) announce(t('export.saved'))
    },
    onError: handleError,
    onSettled: () => setReceivedBytes(undefined),
  })

  return { known, start, save, receivedBytes }
}
