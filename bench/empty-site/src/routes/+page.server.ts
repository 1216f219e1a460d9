/** A form action that does nothing: what a form costs before anything is done with it. */
export const actions = {
  async nothing({ request }: { request: Request }) {
    await request.formData()
  },
}
