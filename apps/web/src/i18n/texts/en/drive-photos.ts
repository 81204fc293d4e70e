export const texts = {
  'photos.today': 'Today',
  'photos.scrubber': 'Move through the months',
  'photos.choose': 'Select {name}',
  'photos.chooseDay': 'Select all of {day}',
  'photos.empty': 'No photos yet',
  'photos.empty.hint':
    'Photos and videos from all your folders appear here, by the day they were taken.',
} as const
