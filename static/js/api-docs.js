"use strict";

(() => {
  const place = document.getElementById("api-docs");
  // Swagger UI would ask a server elsewhere whether the description is valid.
  window.SwaggerUIBundle({
    domNode: place,
    url: place.dataset.schema,
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    tryItOutEnabled: true,
  });
})();
