export const texts = {
  'captcha.title': 'One small check',
  'captcha.hint': 'Type the characters in the picture, or the digits that you hear.',
  'captcha.picture': 'A picture with a few characters',
  'captcha.another': 'Another picture',
  'captcha.hear': 'Listen instead',
  'captcha.code': 'Characters',
  'captcha.wrong': 'That does not match. Here is a new picture.',
  'captcha.check': 'Go on',
} as const
