/** The texts that a screen reader must read during a purchase, in this order. */
export const SPOKEN = {
  product: `
    - main:
      - article:
        - link "Back"
        - heading "Lattafa Khamrah" [level=1]
        - paragraph: Eau de Parfum · 100 ml
        - paragraph:
          - button "Reviews & Ratings"
        - paragraph: /₦[\\d,]+/
        - paragraph: /In Stock|Only \\d+ left/
        - button "ADD TO CART"
        - button "BUY NOW"
        - button "Add Lattafa Khamrah to wishlist"
        - text: Delivery
        - paragraph: /^In Lagos on \\w+, \\w+ \\d+$/
        - paragraph: /Delivery from ₦[\\d,]+/
        - list "Tags"
        - img /^Lattafa Khamrah, Eau de Parfum, 100 ml. a ribbed bottle of .+ liquid with a .+ cap$/
        - button "Previous picture"
        - button "Next picture"
        - list "Pictures":
          - listitem:
            - button /^Show picture 1. Lattafa Khamrah/
      - region "How it is composed":
        - heading "How it is composed" [level=2]
        - term: Concentration
        - definition: Eau de Parfum
      - region "You may also like":
        - heading "You may also like" [level=2]
        - list:
          - listitem:
            - heading [level=3]:
              - link
            - button /Add .+ to cart/
            - button /Add .+ to wishlist/
            - button /Quick view of .+/
  `,
  drawer: `
    - dialog "Shopping Cart (1)":
      - button "Close shopping cart"
      - heading "Shopping Cart (1)" [level=2]
      - button "Clear Cart"
      - list:
        - listitem:
          - link "Lattafa Khamrah"
          - paragraph: /₦[\\d,]+/
          - group "Quantity of Lattafa Khamrah":
            - button "Take Lattafa Khamrah out of the cart"
            - status: 1 in the cart
            - button "One Lattafa Khamrah more"
          - button "Remove Lattafa Khamrah"
      - paragraph: /Total ₦[\\d,]+/
      - link "Proceed to Checkout"
  `,
  checkout: `
    - main:
      - link "Back"
      - heading "Checkout" [level=1]
      - region "Order Summary":
        - heading "Order Summary" [level=2]
        - group "Items and sums":
          - list:
            - listitem:
              - link "Lattafa Khamrah"
              - group "Quantity of Lattafa Khamrah":
                - button "One Lattafa Khamrah less" [disabled]
                - status: 1 in the cart
                - button "One Lattafa Khamrah more"
          - term: Subtotal
          - definition: /₦[\\d,]+/
          - term:
            - text: Shipping
            - button "About shipping and delivery"
          - definition: /₦[\\d,]+/
          - term: Total
          - definition: /₦[\\d,]+/
      - form "Shipping Information":
        - heading "Shipping Information" [level=2]
        - textbox "Full Name": Amina Bello
        - textbox "Email"
        - textbox "Phone"
        - textbox "Address"
        - textbox "Country" [disabled]: Nigeria
        - combobox "State"
        - combobox "City"
        - combobox "Shipping Location"
        - button "Proceed to Payment"
  `,
  sandbox: `
    - banner: Test mode. No money moves.
    - main:
      - paragraph: Pay Turare
      - heading /₦[\\d,]+/ [level=1]
      - term: Reference
      - definition
      - button "Pay now"
      - button "Bank transfer"
      - button "Decline"
      - button "Cancel"
  `,
  result: `
    - main:
      - status:
        - heading "Payment Successful!" [level=1]
        - paragraph: Thank you for your purchase. Your order has been confirmed.
      - heading "Payment Details" [level=2]
      - term: Reference
      - definition
      - term: Email
      - definition
      - term: Amount
      - definition: /₦[\\d,]+/
      - term: Payment Method
      - definition: Card
      - term: Date
      - definition
      - link "View My Orders"
      - link "Continue Shopping"
  `,
} as const;
