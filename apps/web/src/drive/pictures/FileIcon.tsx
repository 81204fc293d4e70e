import { classNames } from '../../ui/class-names.ts'
import { fileKind } from './file-kind.ts'

/** The kind of a file in a soft tinted square. */
export function FileIcon({
  file,
  size = 'row',
}: {
  file: Parameters<typeof fileKind>[0]
  size?: 'row' | 'small'
}) {
  const { icon: Icon, tint } = fileKind(file)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative grid shrink-0 place-items-center rounded-sm',
        size === 'row' ? 'size-10 rounded-md md:size-[1.875rem] md:rounded-sm' : 'size-8',
        tint,
      )}
    >
      <Icon className={size === 'row' ? 'size-5 md:size-4.5' : 'size-4.5'} strokeWidth={1.75} />
      {file.shortcut && <span className="absolute end-0 bottom-0 text-xs leading-3">↗</span>}
    </span>
  )
}
