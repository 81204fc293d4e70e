import { createOffers } from '@awan/client/inbox'
import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../../session/ClientProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useDriveId } from '../../DriveProvider.tsx'
import { nameOf, type Shareable } from '../grantee.ts'
import { PeopleField } from '../people/PeopleField.tsx'
import { useShareProblem } from '../share-problem.ts'
import { OFFERS } from './open-offers-query.ts'

const MAX_NOTE = 1000

/** Hands one file or folder over. */
export function OfferFileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  return <OfferDialog files={[file]} onClose={onClose} />
}

/** Offers files and folders to a person, who becomes their owner by accepting. */
export function OfferDialog({
  files,
  onClose,
}: {
  files: readonly Pick<File, 'id' | 'name'>[]
  onClose: () => void
}) {
  const t = useTexts()
  const client = useClient()
  const sub = useSub()
  const drive_id = useDriveId()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const problemOf = useShareProblem()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly Shareable[]>([])
  const [note, setNote] = useState('')
  const [isKept, setKept] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [first] = files

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const [person, ...others] = chosen
    if (person?.kind !== 'person' || others.length > 0) return setProblem(t('offer.one'))
    setBusy(true)
    setProblem(undefined)
    const offers = createOffers(client)
    const words = note.trim() === '' ? {} : { note: note.trim() }
    const failed: string[] = []
    for (const { id, name } of files) {
      try {
        const offer = { to_sub: person.sub, keep_editing: isKept, ...words }
        await offers.make(id, offer, { drive_id })
      } catch (error) {
        failed.push(t('offer.failed', { name, reason: reasonOf(error) }))
      }
    }
    await queries.invalidateQueries({ queryKey: OFFERS })
    setBusy(false)
    const [reason] = failed
    if (reason !== undefined) return setProblem(reason)
    announce(t('offer.done', { name: nameOf(person) }))
    onClose()
  }

  function reasonOf(error: unknown): string {
    if (isServiceError(error, 'failed_precondition')) return t('offer.overlap')
    if (isServiceError(error, 'resource_exhausted')) return t('offer.limit')
    if (isServiceError(error, 'invalid_argument')) return t('offer.one')
    return problemOf(error)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={
        files.length === 1
          ? t('offer.title', { name: first?.name ?? '' })
          : t('offer.title.some', { count: files.length })
      }
      description={t('offer.text')}
      closeLabel={t('app.close')}
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex min-h-72 flex-col gap-4"
      >
        <PeopleField
          label={t('offer.person')}
          inputRef={field}
          chosen={chosen}
          onChosen={setChosen}
          ownerSub={sub ?? ''}
          having={NOBODY}
          problem={problem}
          onProblem={setProblem}
        />
        <TextArea
          label={t('offer.note')}
          rows={2}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Checkbox
          label={t('offer.keep')}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
        <div className="mt-auto flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('offer.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const NOBODY: ReadonlySet<string> = new Set()
