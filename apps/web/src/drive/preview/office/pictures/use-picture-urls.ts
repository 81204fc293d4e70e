import { createContext, use, useEffect, useState } from 'react'

/** Addresses of the pictures of a document, as long as it is shown. */
export const PictureUrls = createContext<readonly (string | undefined)[]>([])

export function usePictureUrl(picture: number): string | undefined {
  return use(PictureUrls)[picture]
}

export function useUrlsOf(
  pictures: readonly (Blob | undefined)[],
): readonly (string | undefined)[] {
  const [urls, setUrls] = useState<readonly (string | undefined)[]>([])
  useEffect(() => {
    const made = pictures.map((picture) => picture && URL.createObjectURL(picture))
    setUrls(made)
    return () => {
      for (const url of made) if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [pictures])
  return urls
}
