import type { texts as english } from '../en/share-roles.ts'

export const texts: Record<keyof typeof english, string> = {
  'share.role.viewer': '查看者',
  'share.role.contributor': '贡献者',
  'share.role.editor': '编辑者',
  'share.role.manager': '负责人',
  'share.role.drop': '提交文件夹',
}
