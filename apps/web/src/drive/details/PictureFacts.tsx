import type { PictureFacts as Facts, File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { formatExactly, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { videoLength } from '../pictures/video-length.ts'
import { Fact } from './FactList.tsx'
import { mediaQuery } from './media-query.ts'
import {
  formatAperture,
  formatExposure,
  formatLength,
  formatPixels,
  formatPlace,
  formatTaken,
} from './picture-words.ts'

/** What the camera says about an image, and where photos have it. Nothing for other files. */
export function PictureFacts({ file }: { file: File }) {
  const { t, tag } = useLanguage()
  const { data } = useQuery({
    ...mediaQuery(useDrive(), file),
    enabled: hasCamera(file) && file.trashed_time === undefined,
  })
  if (data === undefined) return null
  const photoTime = new Date(data.photo_time)
  return (
    <>
      <Fact name={t('details.photoTime')}>
        <time dateTime={data.photo_time} title={formatExactly(photoTime, tag)}>
          {formatMoment(photoTime, tag)}
        </time>
      </Fact>
      {data.picture ? <CameraFacts picture={data.picture} /> : null}
    </>
  )
}

/** The server can make a picture of it, so it is one; of HEIC and videos it knows what is beside the picture in any case. */
function hasCamera({ mime_type = '', thumbnail_link }: File): boolean {
  if (/^(?:image\/hei[cf]|video\/(?:mp4|quicktime|webm|x-matroska)$)/.test(mime_type)) return true
  return thumbnail_link !== undefined && /^(?:image|video)\//.test(mime_type)
}

function CameraFacts({ picture }: { picture: Facts }) {
  const { t, tag } = useLanguage()
  const { camera, lens, place } = picture
  const exposure = [
    picture.exposure_seconds && formatExposure(picture.exposure_seconds, tag),
    picture.aperture && formatAperture(picture.aperture, tag),
    picture.iso && `ISO ${picture.iso}`,
  ].filter((part) => part !== undefined)
  const coordinates = place && formatPlace(place)
  return (
    <>
      {picture.taken_local === undefined ? null : (
        <Fact name={t('details.taken')}>{formatTaken(picture, tag)}</Fact>
      )}
      {camera === undefined ? null : (
        <Fact name={t('details.camera')}>
          <span translate="no">{camera}</span>
        </Fact>
      )}
      {lens === undefined ? null : (
        <Fact name={t('details.lens')}>
          <span translate="no">{lens}</span>
        </Fact>
      )}
      {exposure.length === 0 ? null : (
        <Fact name={t('details.exposure')}>{exposure.join(' · ')}</Fact>
      )}
      {picture.focal_length_mm === undefined ? null : (
        <Fact name={t('details.focalLength')}>
          {formatLength(picture.focal_length_mm, 'millimeter', tag)}
        </Fact>
      )}
      {picture.duration_ms === undefined ? null : (
        <Fact name={t('details.length')}>{videoLength(picture.duration_ms)}</Fact>
      )}
      <Fact name={t('details.pixels')}>{formatPixels(picture, tag)}</Fact>
      {place === undefined || coordinates === undefined ? null : (
        <Fact name={t('details.place')}>
          <span className="flex items-center gap-1">
            <span className="min-w-0">
              {coordinates}
              {place.altitude_m === undefined
                ? null
                : ` · ${formatLength(Math.round(place.altitude_m), 'meter', tag)}`}
            </span>
            <span className="-my-2">
              <CopyButton
                small
                text={coordinates}
                label={t('details.place.copy')}
                copiedLabel={t('details.place.copied')}
              />
            </span>
          </span>
        </Fact>
      )}
    </>
  )
}
