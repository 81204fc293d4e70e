import type { CSSProperties } from 'react'
import { useTexts } from '../../../../i18n/LanguageProvider.tsx'
import { usePictureUrl } from './use-picture-urls.ts'

/** A picture of a document; its bytes are in the document itself, and nothing is fetched for it. */
export function OfficePicture({
  picture,
  alt,
  className,
  style,
}: {
  picture: number
  alt: string
  className: string
  style?: CSSProperties | undefined
}) {
  const t = useTexts()
  const url = usePictureUrl(picture)
  if (url === undefined) {
    return (
      <span className="office-no-picture" style={style}>
        {alt || t('preview.office.picture')}
      </span>
    )
  }
  return (
    <img src={url} alt={alt} loading="lazy" decoding="async" className={className} style={style} />
  )
}
