import type { texts as english } from '../en/share-roles.ts'

export const texts: Record<keyof typeof english, string> = {
  'share.role.viewer': '檢視者',
  'share.role.contributor': '貢獻者',
  'share.role.editor': '編輯者',
  'share.role.manager': '負責人',
  'share.role.drop': '提交資料夾',
}
