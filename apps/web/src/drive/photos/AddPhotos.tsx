import { ROOT_ID } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import { ImageUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { ChooseInput } from '../uploads/ChooseInput.tsx'
import { useUploads } from '../uploads/UploadsProvider.tsx'

/** Pictures and videos from this device, which a phone offers from its camera roll: they go to a folder of their own. */
export function AddPhotos({ look }: { look: 'floating' | 'button' }) {
  const t = useTexts()
  const drive = useDrive()
  const { addFiles } = useUploads()
  const handleError = useErrorHandler()
  const reason = useOfflineReason()
  const input = useRef<HTMLInputElement>(null)

  function add(files: readonly File[]) {
    if (files.length === 0) return
    photosFolder().then((folderId) => addFiles(files, folderId), handleError)
  }

  /** The folder that is called so at the top, made when there is none. */
  async function photosFolder(): Promise<string> {
    const name = t('photos.folder')
    const find = async () =>
      (await drive.files.list({ parent_id: ROOT_ID, name, kind: 'folder' })).files[0]?.id
    const found = await find()
    if (found !== undefined) return found
    try {
      return (await drive.files.createFolder({ parent_id: ROOT_ID, name })).id
    } catch (error) {
      if (!isServiceError(error, 'already_exists')) throw error
      // Another device was faster, or a file is called so.
      return (await find()) ?? ROOT_ID
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label={t('photos.add')}
        disabled={reason !== undefined}
        title={reason}
        aria-description={reason}
        onClick={() => input.current?.click()}
        className={
          look === 'floating'
            ? 'absolute end-4 bottom-4 z-30 grid size-14 place-items-center rounded-lg bg-accent text-on-accent shadow-float disabled:opacity-50 md:hidden'
            : buttonClass({ look: 'quiet' })
        }
      >
        {look === 'floating' ? (
          <Plus aria-hidden="true" className="size-6" strokeWidth={1.75} />
        ) : (
          <>
            <ImageUp aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            {t('photos.add')}
          </>
        )}
      </button>
      <ChooseInput ref={input} accept="image/*,video/*" onChosen={add} />
    </>
  )
}
