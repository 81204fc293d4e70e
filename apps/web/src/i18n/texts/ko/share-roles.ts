import type { texts as english } from '../en/share-roles.ts'

export const texts: Record<keyof typeof english, string> = {
  'share.role.viewer': '뷰어',
  'share.role.contributor': '참여자',
  'share.role.editor': '편집자',
  'share.role.manager': '매니저',
  'share.role.drop': '제출 폴더',
}
