/** The choice where a refund goes, for a form: the value `refundTo` is `credit` or nothing. */
export function RefundTo() {
  return (
    <fieldset>
      <legend>Refund to</legend>
      <label className="choice">
        <input type="radio" name="refundTo" value="" defaultChecked /> The card, then store credit that was
        spent
      </label>
      <label className="choice">
        <input type="radio" name="refundTo" value="credit" /> Store credit
      </label>
    </fieldset>
  );
}
