import { isServiceError } from '@awan/protocol/errors'
import { MAX_FETCHED_AT_ONCE } from '@awan/protocol/web-address'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import { useFolder } from '../use-folder.ts'
import { readAddresses } from './read-addresses.ts'

/** Asks for addresses; what the server then does is followed by the tray. */
export function FetchForm({ folderId, onDone }: { folderId: string; onDone: () => void }) {
  const t = useTexts()
  const drive = useDrive()
  const actions = useDriveActions()
  const messageOf = useErrorMessage()
  const { path } = useFolder(folderId)
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const read = readAddresses(typed)
  const beginning = useMutation({
    mutationFn: ({ urls }: { urls: string[]; lines: number[] }) =>
      drive.files.fetch(urls, folderId),
    onSuccess: (task, { urls }) => {
      onDone()
      void actions.followFetch(task, urls, folderId)
    },
    onError: (error, { lines }) => {
      const line = lines[refusedAddress(error) ?? -1]
      setRefusal(line === undefined ? messageOf(error) : t('new.fetch.problem.inside', { line }))
    },
  })

  /** The last line may still be typed. */
  const typing = typed.slice(0, typed.lastIndexOf('\n') + 1)
  const problem = isLeft ? problemOf(typed) : typing === '' ? undefined : problemOf(typing)

  function problemOf(text: string): string | undefined {
    const found = readAddresses(text)
    if ('line' in found) return t(`new.fetch.problem.${found.problem}`, { line: found.line })
    if ('urls' in found) return undefined
    return found.problem === 'none'
      ? t('new.fetch.problem.none')
      : t('new.fetch.problem.many', { most: MAX_FETCHED_AT_ONCE })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setLeft(true)
    if ('urls' in read) beginning.mutate(read)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextArea
        label={t('new.fetch.addresses')}
        hint={t('new.fetch.hint')}
        rows={5}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        wrap="off"
        value={typed}
        onBlur={() => setLeft(typed.trim() !== '')}
        onChange={(event) => {
          setTyped(event.target.value)
          setLeft(false)
          setRefusal(undefined)
        }}
        error={refusal ?? problem}
      />
      {path.name === undefined ? null : (
        <p className="text-sm text-muted">{t('new.fetch.folder', { name: path.name })}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onDone}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" busy={beginning.isPending}>
          {t('new.fetch.start')}
        </Button>
      </div>
    </form>
  )
}

/** Which address the server refuses; all others of its refusals are about none of them. */
function refusedAddress(error: unknown): number | undefined {
  if (!isServiceError(error, 'invalid_argument')) return undefined
  for (const { metadata } of error.details as readonly { metadata?: Record<string, string> }[]) {
    const [, at] = /^body\.urls\.(\d+)$/.exec(metadata?.field ?? '') ?? []
    if (at !== undefined) return Number(at)
  }
  return undefined
}
