import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDrive } from '../DriveProvider.tsx'

/** On which days pictures were taken; asked again whenever the list of them is another. */
export function usePhotoDays(epoch: number) {
  const drive = useDrive()
  const utc_offset = -new Date().getTimezoneOffset()
  return useQuery({
    queryKey: ['drive', 'photo-days', utc_offset, epoch],
    queryFn: ({ signal }) => drive.lists.measurePhotos({ utc_offset }, { signal }),
    placeholderData: keepPreviousData,
    // The list says when something has changed.
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ days }) => days,
  })
}
