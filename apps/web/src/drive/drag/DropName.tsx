import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { DropFolder } from '../uploads/outside-files.ts'
import { dropMark, useDropFolder } from './use-drag.ts'

/** The name of a folder of another drive, in a list: it leads there, and takes what is dropped on it. */
export function DropName({
  driveId,
  folder,
  link,
  className,
  children,
}: {
  driveId: string
  /** Undefined where there is nothing to drop on. */
  folder: DropFolder | undefined
  link: LinkProps
  className: string
  children: ReactNode
}) {
  const { isOver, dropProps } = useDropFolder(folder, { elsewhere: driveId })
  return (
    <Link
      {...link}
      {...dropProps}
      draggable={false}
      className={classNames(className, isOver && dropMark)}
    >
      {children}
    </Link>
  )
}
