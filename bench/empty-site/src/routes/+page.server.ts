/** A form action that does nothing, to measure the cost of a form itself. */
export const actions = {
  async nothing({ request }: { request: Request }) {
    await request.formData()
  },
}
