import { useEffect, useRef } from 'react'
import { useDrive } from '../../DriveProvider.tsx'
import { toWords } from './render-markdown.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** Each is a request, and its bytes are in memory; a note from elsewhere may name any number. */
const MAX_PICTURES = 100
const TYPES = /^image\/(?:png|jpeg|gif|webp|avif)\b/

/** Loads the pictures of a note from the drive, each once as long as the note is in view. */
export function useLoadedPictures({
  missing,
  tooMany,
}: {
  missing: string
  tooMany: string
}): (page: HTMLElement) => void {
  const drive = useDrive()
  const loaded = useRef(new Map<string, Promise<string>>())
  useEffect(() => {
    const pictures = loaded.current
    return () => {
      for (const url of pictures.values()) void url.then(URL.revokeObjectURL, () => undefined)
      pictures.clear()
    }
  }, [])

  async function load(path: string): Promise<string> {
    const response = await drive.paths.download(path)
    const isShown =
      TYPES.test(response.headers.get('content-type') ?? '') &&
      Number(response.headers.get('content-length')) <= MAX_BYTES
    if (!isShown) {
      await response.body?.cancel()
      throw new TypeError('not a picture that a note shows')
    }
    return URL.createObjectURL(await response.blob())
  }

  return (page) => {
    for (const picture of page.querySelectorAll<HTMLImageElement>('img[data-path]')) {
      const path = picture.dataset.path ?? ''
      const known = loaded.current.get(path)
      if (!known && loaded.current.size >= MAX_PICTURES) {
        picture.replaceWith(toWords(picture, tooMany))
        continue
      }
      const url = known ?? load(path)
      loaded.current.set(path, url)
      url.then(
        (found) => {
          picture.src = found
        },
        () => {
          // It may be there the next time.
          loaded.current.delete(path)
          picture.replaceWith(toWords(picture, missing))
        },
      )
    }
  }
}
