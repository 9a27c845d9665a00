"use strict";

// Another choice of rules or players changes what the form must ask: it is sent to be shown anew, not answered.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-asks-again]")) event.target.form.submit();
});
