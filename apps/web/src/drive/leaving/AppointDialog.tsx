import { createDriveClient } from '@awan/client/drive'
import { ROOT_ID } from '@awan/protocol'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameOf, type Shareable, toNewGrantee } from '../sharing/grantee.ts'
import { PeopleField } from '../sharing/people/PeopleField.tsx'
import { useShareProblem } from '../sharing/share-problem.ts'

/** Makes somebody else a manager of a team drive. */
export function AppointDialog({
  drive: { id, name },
  onClose,
  onAppointed,
}: {
  drive: { id: string; name: string }
  onClose: () => void
  onAppointed: () => Promise<unknown>
}) {
  const t = useTexts()
  const client = useClient()
  const sub = useSub()
  const announce = useAnnounce()
  const problemOf = useShareProblem()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly Shareable[]>([])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (chosen.length === 0) return setProblem(t('share.people.nobody'))
    // Nobody may ever prove an address: a drive with only that would have no manager.
    const invited = chosen.find(({ kind }) => kind === 'email')
    if (invited) return setProblem(t('leaving.appoint.account', { name: nameOf(invited) }))
    setBusy(true)
    setProblem(undefined)
    const { shares } = createDriveClient(client, { driveId: id })
    try {
      for (const grantee of chosen) {
        await shares.create(ROOT_ID, { grantee: toNewGrantee(grantee), role: 'manager' })
      }
      announce(t('leaving.appointed', { name }))
      await onAppointed()
      onClose()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('leaving.appoint.of', { name })}
      description={t('leaving.appoint.text')}
      closeLabel={t('app.close')}
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex min-h-72 flex-col gap-4"
      >
        <PeopleField
          inputRef={field}
          chosen={chosen}
          onChosen={setChosen}
          ownerSub={sub ?? ''}
          having={new Set()}
          problem={problem}
          onProblem={setProblem}
        />
        <div className="mt-auto flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('leaving.appoint.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
