/** How a tag looks that can be pressed; a finger needs more room. */
export const tagChip =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full px-3 text-sm font-medium pointer-coarse:min-h-11'
