import type { PhotoFilter } from '@awan/client/drive'
import { useQuery } from '@tanstack/react-query'
import { useDrive } from '../DriveProvider.tsx'

/** On which days pictures were taken, their shapes and their cameras; asked again whenever the list of them is another. */
export function usePhotoDays(epoch: number, filter: PhotoFilter | undefined) {
  const drive = useDrive()
  const utc_offset = -new Date().getTimezoneOffset()
  return useQuery({
    queryKey: ['drive', 'photo-days', utc_offset, filter, epoch],
    queryFn: ({ signal }) =>
      drive.lists.measurePhotos({ ...filter, utc_offset, aspects: true }, { signal }),
    // Those of another filter are the days of another list.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[3]) === JSON.stringify(filter) ? before : undefined,
    // The list says when something has changed.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
