export const texts = {
  'trash.nothing': 'The trash is empty',
  'trash.nothing.hint': 'What you delete waits here in case you want it back.',
  'trash.retention':
    'Things stay here for {days, plural, one {# day} other {# days}}, then they go for good.',
  'trash.search': 'Search the trash',
  'trash.search.clear': 'Clear search',
  'trash.found': 'Found in the trash',
  'trash.noMatch': 'Nothing called “{words}” in the trash',
  'trash.noMatch.hint': 'Only names are searched, and not what is inside of deleted folders.',
  'trash.clear': 'Empty trash',
  'trash.clearAsk': 'Empty the trash?',
  'trash.clearAsk.text': 'Everything in it is deleted for good. This cannot be undone.',
  'trash.clearing': 'Emptying the trash',
  'trash.cleared': 'The trash is empty now',
  'trash.clearFailed': 'The trash was not emptied',

  'trash.placeGone': 'Folder is gone',
  'trash.placeInTrash': '{place} (in the trash)',
  'trash.goesSoon': 'Gone within a day',
  'trash.goesIn': 'Gone in {days, plural, one {# day} other {# days}}',
} as const
