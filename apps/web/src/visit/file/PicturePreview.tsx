import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePicture } from '../pictures/use-picture.ts'
import type { VisitNode } from '../use-node.ts'

/** The largest picture that the server makes of a file: to look at it is not a download. */
export function PicturePreview({ file, instead }: { file: VisitNode; instead: ReactNode }) {
  const { src, isHere, isMissing, onLoad, onError } = usePicture(file, '1600')
  if (isMissing) return instead
  return (
    <div className="relative grid min-h-60 flex-1 place-items-center bg-canvas p-4 md:rounded-b-lg">
      {isHere ? null : <Skeleton className="absolute inset-4 rounded-md" />}
      {src === undefined ? null : (
        <img
          src={src}
          alt={file.name}
          decoding="async"
          onLoad={onLoad}
          onError={onError}
          className={classNames(
            'relative max-h-[calc(100dvh-15rem)] max-w-full rounded-sm object-contain',
            !isHere && 'opacity-0',
          )}
        />
      )}
    </div>
  )
}
